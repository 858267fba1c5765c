/**
 * Debian packages that the tests need in addition to npm's: browsers, databases and reverse proxies. `npm test` installs
 * missing ones if it may (root, or sudo without a password), and otherwise stops with the command to run.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'

const postgresFolder = '/usr/lib/postgresql'
/** Debian has a folder for each major version. */
const hasPostgres = (): boolean =>
  existsSync(postgresFolder) &&
  readdirSync(postgresFolder).some((version) => existsSync(`${postgresFolder}/${version}/bin/initdb`))

type Requirement = { readonly packages: readonly string[]; readonly isInstalled: () => boolean }

/** For a separate bare machine, in the long run. */
const longRunRequirements: readonly Requirement[] = [
  { packages: ['debootstrap'], isInstalled: () => existsSync('/usr/sbin/debootstrap') },
  { packages: ['systemd-container'], isInstalled: () => existsSync('/usr/bin/systemd-nspawn') },
]

const requirementsOf = (env: NodeJS.ProcessEnv): readonly Requirement[] => [
  { packages: ['chromium'], isInstalled: () => existsSync(env.DRAWBRIDGE_CHROMIUM ?? '/usr/bin/chromium') },
  {
    packages: ['firefox-esr'],
    isInstalled: () => existsSync(env.DRAWBRIDGE_FIREFOX ?? '/usr/bin/firefox-esr'),
  },
  {
    packages: ['webkit2gtk-driver'],
    isInstalled: () => existsSync(env.DRAWBRIDGE_WEBKIT_DRIVER ?? '/usr/bin/WebKitWebDriver'),
  },
  { packages: ['xvfb'], isInstalled: () => existsSync('/usr/bin/Xvfb') },
  {
    packages: ['fonts-liberation', 'fonts-noto-color-emoji'],
    isInstalled: () =>
      existsSync('/usr/share/fonts/truetype/liberation') &&
      existsSync('/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf'),
  },
  { packages: ['git', 'ca-certificates'], isInstalled: () => existsSync('/usr/bin/git') },
  { packages: ['postgresql'], isInstalled: hasPostgres },
  { packages: ['redis-server'], isInstalled: () => existsSync('/usr/bin/redis-server') },
  { packages: ['caddy'], isInstalled: () => existsSync('/usr/bin/caddy') },
  { packages: ['nginx-light'], isInstalled: () => existsSync('/usr/sbin/nginx') },
  {
    packages: ['curl', 'openssl'],
    isInstalled: () => ['curl', 'openssl'].every((name) => existsSync(`/usr/bin/${name}`)),
  },
  ...(env.DRAWBRIDGE_LONG === '1' ? longRunRequirements : []),
]

/** Missing packages, in the order they are needed. */
export const missingPackages = (env: NodeJS.ProcessEnv): readonly string[] =>
  requirementsOf(env).flatMap(({ packages, isInstalled }) => (isInstalled() ? [] : packages))

const install = ['-o', 'DPkg::Lock::Timeout=600', 'install', '-y', '--no-install-recommends']

/** The command with which the user installs them. */
export const installCommand = (packages: readonly string[]): string =>
  `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`

/** Prefix that runs a command as root: empty, `sudo`, or undefined if neither works. */
function asRoot(): readonly string[] | undefined {
  if (process.getuid?.() === 0) return []
  try {
    execFileSync('sudo', ['-n', 'true'], { stdio: 'ignore' })
    return ['sudo', '-n']
  } catch {
    return undefined
  }
}

/**
 * Installs missing packages.
 * @throws Error with the command to run if it may not install.
 */
export function installSystemPackages(env: NodeJS.ProcessEnv = process.env): void {
  const packages = missingPackages(env)
  if (packages.length === 0) return
  const prefix = existsSync('/usr/bin/apt-get') ? asRoot() : undefined
  if (prefix === undefined)
    throw new Error(`The tests need packages of Debian. Install them first:\n  ${installCommand(packages)}`)
  console.log(`Installing ${packages.join(', ')}`)
  for (const args of [['update'], [...install, ...packages]]) {
    const [command = '', ...rest] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args]
    execFileSync(command, rest, { stdio: 'inherit' })
  }
}
