import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type SdkManifest, sdkManifestFile } from '../../../shared/config/sdk-manifest.ts'
import { errorCode } from '../config/error-code.ts'
import { isFileOf, isNewerVersion, readManifest } from './sdk-release.ts'

/** Files of a release by name, with the manifest last: a folder without it is incomplete. */
type Release = { readonly manifest: SdkManifest; readonly files: ReadonlyMap<string, Uint8Array> }

/** Result of an export; `keptVersion`: the folder of the protocol contains a newer release, and stays unchanged. */
export type ExportedSdk = {
  readonly version: string
  readonly folders: readonly string[]
  readonly keptVersion?: string
}

/** The message is one sentence for the operator. */
class SdkExportError extends Error {
  override readonly name = 'SdkExportError'
}

async function readRelease(folder: string): Promise<Release> {
  const manifest = await readManifest(folder)
  if (manifest === undefined || manifest === 'unreadable')
    throw new SdkExportError(`${folder} has no manifest of SDK files: install the package again.`)
  const files = new Map<string, Uint8Array>()
  for (const [name, file] of Object.entries(manifest.files)) {
    const bytes = await readFile(join(folder, name))
    if (!isFileOf(bytes, file))
      throw new SdkExportError(
        `${join(folder, name)} is not the file of the release: install the package again.`,
      )
    files.set(name, bytes)
  }
  files.set(sdkManifestFile, await readFile(join(folder, sdkManifestFile)))
  return { manifest, files }
}

const bytesOf = (path: string): Promise<Uint8Array | undefined> =>
  readFile(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })

/** Writes a file to a temporary name, and renames it when all of its bytes are written. */
async function writeAtomically(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${path}.${randomUUID()}.partial`
  try {
    await writeFile(temporary, bytes, { flag: 'wx' })
    await rename(temporary, path)
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Names of a release's files that are missing in a folder. @throws SdkExportError when it has one with other bytes */
async function missingIn(folder: string, { files, manifest }: Release): Promise<readonly string[]> {
  const missing: string[] = []
  for (const [name, bytes] of files) {
    const found = await bytesOf(join(folder, name))
    if (found === undefined) missing.push(name)
    else if (Buffer.compare(found, bytes) !== 0)
      throw new SdkExportError(
        `${join(folder, name)} has other bytes than ${manifest.version} of this package, and the files of an exact version never change: export into another folder.`,
      )
  }
  return missing
}

async function write(folder: string, { files }: Release, names: Iterable<string>): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const name of names) {
    const bytes = files.get(name)
    if (bytes !== undefined) await writeAtomically(join(folder, name), bytes)
  }
}

/**
 * Copies the SDK files of a package to a folder for `sdk.directory`: those of its exact version, and those of `v<protocol>`,
 * unless a newer release is there. Other versions in the folder stay unchanged.
 * @param from the folder with `v<protocol>/` of the package.
 * @param protocol major version of the link protocol.
 * @throws SdkExportError when the exact version exists with other bytes; nothing is written then
 */
export async function exportSdk(from: string, to: string, protocol: number): Promise<ExportedSdk> {
  const release = await readRelease(join(from, `v${protocol}`))
  const { version } = release.manifest
  const [exactFolder, protocolFolder] = [join(to, version), join(to, `v${protocol}`)]
  const missing = await missingIn(exactFolder, release)
  const existing = await readManifest(protocolFolder)
  await write(exactFolder, release, missing)
  const isNewer =
    existing !== undefined && existing !== 'unreadable' && isNewerVersion(existing.version, version)
  if (isNewer) return { version, folders: [exactFolder], keptVersion: existing.version }
  await write(protocolFolder, release, release.files.keys())
  return { version, folders: [exactFolder, protocolFolder] }
}
