/**
 * The second half of `npm run release:version`: copies the version that changesets wrote into host-sdk/package.json to the
 * root's package.json and to package-lock.json, and fails if a published package has another one.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { report, root } from '../project-files.ts'
import { lockEntries, releaseVersion, statedVersions, versionProblems } from './release-version.ts'

/** Replaces the version in one object of a JSON file without changing any other byte. */
function setVersion(path: string, start: RegExp): void {
  const text = readFileSync(`${root}/${path}`, 'utf8')
  const at = text.search(start)
  if (at < 0) throw new Error(`${path} has no ${start}`)
  const rest = text.slice(at).replace(/"version": "[^"]*"/, () => `"version": "${releaseVersion}"`)
  writeFileSync(`${root}/${path}`, text.slice(0, at) + rest)
}

setVersion('package.json', /^/)
setVersion('package-lock.json', /^/)
for (const entry of lockEntries) setVersion('package-lock.json', new RegExp(`^    "${entry}": \\{$`, 'm'))
report(versionProblems(statedVersions()), `Version: every place states ${releaseVersion}`)
