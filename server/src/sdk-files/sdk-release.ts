import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type SdkManifest, sdkManifestFile, sdkManifestSchema } from '../../../shared/config/sdk-manifest.ts'
import * as z from '../../../shared/zod.ts'
import { errorCode } from '../config/error-code.ts'
import { readJson } from '../core/json-text.ts'

/** The manifest of a folder of SDK files; undefined without one, `unreadable` if invalid. */
export async function readManifest(folder: string): Promise<SdkManifest | 'unreadable' | undefined> {
  const text = await readFile(join(folder, sdkManifestFile), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const parsed = z.safeParse(sdkManifestSchema, readJson(text))
  return parsed.success ? parsed.data : 'unreadable'
}

/** True if bytes match a manifest's hash. */
export const isFileOf = (bytes: Uint8Array, { integrity }: SdkManifest['files'][string]): boolean =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}` === integrity

const partsOf = (version: string) => {
  const [core = '', prerelease] = version.split('-', 2)
  return { numbers: core.split('.').map(Number), prerelease }
}

/**
 * True if a version is newer than another one (Semantic Versioning 2.0.0 §11; two prereleases of one version are compared as
 * text).
 */
export function isNewerVersion(version: string, other: string): boolean {
  const [own, others] = [partsOf(version), partsOf(other)]
  for (const [at, number] of own.numbers.entries()) {
    const difference = number - (others.numbers[at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  if (own.prerelease === undefined || others.prerelease === undefined)
    return own.prerelease === undefined && others.prerelease !== undefined
  return own.prerelease > others.prerelease
}
