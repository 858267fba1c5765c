import { execFile, execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { spawnProcess } from '#stack/chains/own-process.ts'
import { type RunningProcess, startProcess } from './child-process.ts'
import { pollUntil } from './poll-until.ts'

/**
 * A Debian 12 with systemd only, which systemd-nspawn runs. It has separate files, processes and units; it shares the
 * network of this machine, so that its ports are ports of `localhost`.
 */
export type BareDebian = {
  /** Path on this machine of a file in it. */
  readonly path: (inside: string) => string
  /** Writes a file in it, as root, and creates its folder. */
  readonly write: (inside: string, text: string) => void
  /** Starts a bash script as the user `ops`, which may use sudo, in the folder `site` of its home. */
  readonly start: (script: string) => RunningProcess
  /**
   * If true, programs in it resolve names by DNS. Otherwise only names of `/etc/hosts` resolve, and no public host is
   * reachable.
   */
  readonly setDns: (isOn: boolean) => void
  /** Stops all of its processes, and deletes its files. */
  readonly remove: () => Promise<void>
}

type Options = {
  /** Files to copy into the folder `site`. */
  readonly files: readonly string[]
  /** Host names of this machine. */
  readonly names: readonly string[]
}

const user = 'ops'
/** Packages of a fresh installation: without the first three, `debootstrap` creates no bootable machine. */
const includedPackages = ['systemd', 'systemd-sysv', 'dbus', 'ca-certificates', 'sudo']
/** Ports of the reverse proxy and of the server. */
const ports = [80, 443, 8787]
const localAuthorities = '/usr/local/share/ca-certificates'

/** The freshly installed system, which each run copies. */
const base = process.env.DRAWBRIDGE_BARE_DEBIAN ?? join(homedir(), '.cache/drawbridge/debian-12')
/** Always the same name, so that the next run deletes the files of a killed one. */
const root = `${base}-run`
const log = `${root}.log`

const run = promisify(execFile)

/** @throws Error with the command that installs the package */
function requireProgram(path: string, debianPackage: string): string {
  if (existsSync(path)) return path
  throw new Error(`${debianPackage} is not installed: run \`apt-get install ${debianPackage}\``)
}

/** @throws Error naming the first port that a process of this machine has */
async function requireFreePorts(): Promise<void> {
  for (const port of ports)
    await new Promise<void>((resolve, reject) => {
      const server = createServer()
      server.once('error', (error) =>
        reject(new Error(`The bare machine needs port ${port}: ${error.message}`)),
      )
      server.listen(port, () => server.close(() => resolve()))
    })
}

async function createBase(): Promise<void> {
  if (existsSync(base)) return
  const partial = `${base}-partial`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(dirname(base), { recursive: true })
  const debootstrap = requireProgram('/usr/sbin/debootstrap', 'debootstrap')
  const args = ['--variant=minbase', `--include=${includedPackages.join(',')}`, 'bookworm', partial]
  await run(debootstrap, args, { maxBuffer: 64 << 20 })
  renameSync(partial, base)
}

/**
 * The Node that runs this test and its npm, in the layout of the archive of nodejs.org: the same version as in the other
 * tests, without a download. Debian 12 has Node 18 only.
 */
function installNode(): void {
  const modules = execFileSync('npm', ['root', '--global']).toString().trim()
  const prefix = join(root, 'usr/local')
  mkdirSync(join(prefix, 'lib/node_modules'), { recursive: true })
  cpSync(process.execPath, join(prefix, 'bin/node'))
  cpSync(join(modules, 'npm'), join(prefix, 'lib/node_modules/npm'), { recursive: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(prefix, 'bin/npm'))
}

/**
 * Authorities that this machine trusts in addition to Debian's, such as that of a company's proxy: npm reads them from a
 * file only.
 */
function installAuthorities(): void {
  if (!existsSync(localAuthorities)) return
  cpSync(localAuthorities, join(root, localAuthorities), { recursive: true })
  const etc = join(root, 'usr/local/etc')
  mkdirSync(etc, { recursive: true })
  writeFileSync(join(etc, 'npmrc'), 'cafile=/etc/ssl/certs/ca-certificates.crt\n')
}

const setUpScript = `
# They would hold apt's lock at any time.
systemctl mask --now apt-daily.timer apt-daily-upgrade.timer
update-ca-certificates
useradd --create-home --shell /bin/bash ${user}
echo '${user} ALL=(ALL) NOPASSWD: ALL' > /etc/sudoers.d/${user}
mv /root/site /home/${user}/site
chown -R ${user}: /home/${user}/site
`

// The guard's standard input ends when this process closes it or terminates in any way. The guard then kills the container's
// first process, and the kernel ends all others with it.
const guardScript = `
exec 3<&0
log=$1; shift
"$@" </dev/null 3<&- >"$log" 2>&1 &
child=$!
(read -r _ <&3; kill -KILL $(cat /proc/$child/task/$child/children)) &
watcher=$!
wait $child; code=$?
kill $watcher 2>/dev/null
exit $code
`

/** Pid, on this machine, of the container's systemd. */
async function systemdOf(guardPid: number | undefined): Promise<number> {
  if (guardPid === undefined) throw new Error('sh cannot be started')
  const children = (pid: number) =>
    readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  const commandName = (pid: number) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  const find = (pids: readonly number[], name: string) => {
    const found = pids.find((pid) => commandName(pid) === name)
    if (found === undefined) throw new Error(`${name} has not started`)
    return found
  }
  return pollUntil(async () => find(children(find(children(guardPid), 'systemd-nspawn')), 'systemd'))
}

/**
 * Installs Debian into a folder of the cache if there is none, boots a copy of it, and copies Node, npm and files into it.
 * @throws Error if this machine lacks a program, a free port, or the permission to run it
 */
export async function bootBareDebian({ files, names }: Options): Promise<BareDebian> {
  const nspawn = requireProgram('/usr/bin/systemd-nspawn', 'systemd-container')
  await requireFreePorts()
  await createBase()
  rmSync(root, { recursive: true, force: true })
  await run('cp', ['--archive', base, root])
  installNode()
  installAuthorities()
  const machine = 'drawbridge-bare'
  const local = ['localhost', machine, ...names].join(' ')
  writeFileSync(join(root, 'etc/hosts'), `127.0.0.1 ${local}\n::1 localhost\n`)
  writeFileSync(join(root, 'etc/hostname'), `${machine}\n`)
  mkdirSync(join(root, 'root/site'))
  for (const file of files) cpSync(file, join(root, 'root/site', basename(file)))

  const container = spawnProcess('sh', [
    ...['-c', guardScript, 'guard', log, nspawn, '--quiet', '--boot', '--register=no', '--keep-unit'],
    ...['--resolv-conf=copy-host', '--link-journal=no', `--machine=${machine}`, `--directory=${root}`],
  ])
  const lock = join(dirname(root), `.#${basename(root)}.lck`)
  const remove = async () => {
    await container.stop()
    // `rm`, because there are about 60,000 files.
    await run('rm', ['--recursive', '--force', '--one-file-system', root, log, lock])
  }
  try {
    const systemd = await systemdOf(container.pid)
    const startInside = (command: readonly string[]) =>
      startProcess('nsenter', [
        ...['--target', String(systemd), '--all', '/usr/bin/env', '-i', 'PATH=/usr/sbin:/usr/bin'],
        ...command,
      ])
    const runToEnd = async (command: readonly string[]) => {
      const running = startInside(command)
      const code = await running.exitCode
      if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${running.output()}`)
    }
    // systemctl fails until systemd has its bus.
    await pollUntil(() => runToEnd(['systemctl', 'is-system-running', '--wait']), 60_000)
    await runToEnd(['bash', '-euo', 'pipefail', '-c', setUpScript])
    return {
      path: (inside) => join(root, inside),
      write: (inside, text) => {
        mkdirSync(dirname(join(root, inside)), { recursive: true })
        writeFileSync(join(root, inside), text)
      },
      start: (script) =>
        startInside([
          ...['runuser', '--login', user, '--session-command'],
          `set -euo pipefail\ncd ~/site\n${script}`,
        ]),
      setDns: (isOn) => {
        const file = join(root, 'etc/nsswitch.conf')
        const other = readFileSync(file, 'utf8').replace(/^hosts:.*\n/gm, '')
        writeFileSync(file, `${other}hosts: files${isOn ? ' dns' : ''}\n`)
      },
      remove,
    }
  } catch (error) {
    const printed = existsSync(log) ? readFileSync(log, 'utf8') : ''
    await remove()
    throw new Error(`The bare machine does not run:\n${printed}`, { cause: error })
  }
}
