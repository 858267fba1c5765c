import { readFileSync } from 'node:fs'
import * as z from '#shared/zod.ts'
import { root } from '../project-files.ts'

const versioned = z.object({ version: z.string().check(z.regex(/^\d+\.\d+\.\d+(-[0-9a-z.]+)?$/)) })
const lockfile = z.object({ version: z.string(), packages: z.record(z.string(), z.unknown()) })

const readJson = (path: string): unknown => JSON.parse(readFileSync(`${root}/${path}`, 'utf8'))

/**
 * Version of the release: SDK, widget and server share one. Its source is host-sdk/package.json, which changesets updates;
 * `npm run release:version` copies it to the other places.
 */
export const releaseVersion = z.parse(versioned, readJson('host-sdk/package.json')).version

/** The `define` of builds for `sdkVersion` and `widgetVersion`. */
export const releaseDefine = { __RELEASE_VERSION__: JSON.stringify(releaseVersion) }

/** Entries of package-lock.json that repeat the version of a folder's package.json. */
export const lockEntries = ['', 'host-sdk', 'server'] as const

/** Every place that states the version, with its version. */
export function statedVersions(): Readonly<Record<string, string>> {
  const lock = z.parse(lockfile, readJson('package-lock.json'))
  const manifests = ['package.json', 'host-sdk/package.json', 'server/package.json']
  return {
    ...Object.fromEntries(manifests.map((path) => [path, z.parse(versioned, readJson(path)).version])),
    'package-lock.json': lock.version,
    ...Object.fromEntries(
      lockEntries.map((entry) => [
        `package-lock.json packages["${entry}"]`,
        z.parse(versioned, lock.packages[entry]).version,
      ]),
    ),
  }
}

/** Places whose version is not the release's, as sentences. */
export const versionProblems = (stated: Readonly<Record<string, string>>, version = releaseVersion) =>
  Object.entries(stated)
    .filter(([, other]) => other !== version)
    .map(([location, other]) => `${location} states ${other}; host-sdk/package.json states ${version}`)
