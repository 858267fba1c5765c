import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { projectFiles, root } from '../project-files.ts'

/** Folders with installed packages, which the copies share. */
const packageFolders = ['node_modules', 'host-sdk/node_modules', 'server/node_modules']

/** Copies the project's files, without builds, and links the installed packages. */
function copyProject(folder: string): void {
  for (const { path } of projectFiles(/^(?!node_modules$)/)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(root, path), join(folder, path))
  }
  for (const path of packageFolders)
    if (existsSync(join(root, path))) symlinkSync(join(root, path), join(folder, path))
}

/**
 * The checksums of two releases that are packed in two copies of the project, at paths of different lengths.
 * @param time Time of the release, ISO 8601: a copy has no history that states it.
 * @throws Error if a release cannot be packed.
 */
export function releaseSumsTwice(time: string): readonly [string, string] {
  const folder = mkdtempSync(join(tmpdir(), 'drawbridge-release-'))
  const pack = (name: string) => {
    const copy = join(folder, name)
    copyProject(copy)
    execFileSync('npm', ['run', '--silent', 'release:pack'], {
      cwd: copy,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, SOURCE_DATE_EPOCH: String(Date.parse(time) / 1_000) },
    })
    return readFileSync(join(copy, 'dist/release/SHA256SUMS'), 'utf8')
  }
  try {
    return [pack('one'), pack('another-copy')]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
