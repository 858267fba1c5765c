import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { argv, exit } from 'node:process'
import { fetchedSources } from './sources.ts'

/** Unpacks every source package to `<directory>/<package name>`; installs nothing and runs none of their scripts. */
function fetchSources(directory: string): void {
  const tarballs = mkdtempSync(join(tmpdir(), 'catalogue-'))
  try {
    for (const { name, version } of fetchedSources) {
      const pack = ['pack', '--silent', '--pack-destination', tarballs, `${name}@${version}`]
      const file = execFileSync('npm', pack, { encoding: 'utf8' }).trim()
      const target = join(directory, name)
      rmSync(target, { recursive: true, force: true })
      mkdirSync(target, { recursive: true })
      execFileSync('tar', ['-xzf', join(tarballs, file), '-C', target, '--strip-components=1'])
    }
  } finally {
    rmSync(tarballs, { recursive: true, force: true })
  }
}

const [, , directory] = argv
if (directory === undefined) {
  console.error('Usage: tsx scripts/catalogue/fetch-sources.ts <directory outside the checkout>')
  exit(1)
}
fetchSources(resolve(directory))
