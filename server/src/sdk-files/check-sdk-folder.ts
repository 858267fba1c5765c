import { join } from 'node:path'
import { readManifest } from './sdk-release.ts'

/**
 * Warnings about the folder of `sdk.directory`: sentences for the operator.
 * @param version version of this release.
 * @throws Error when it has no files that the script tag of `/sdk/v<protocol>/` can load
 */
export async function checkSdkFolder(
  folder: string,
  version: string,
  protocol: number,
): Promise<readonly string[]> {
  const remedy = `run drawbridge sdk export ${folder}`
  const protocolManifest = await readManifest(join(folder, `v${protocol}`))
  if (protocolManifest === undefined || protocolManifest === 'unreadable')
    throw new Error(`sdk.directory ${folder} has no SDK files for /sdk/v${protocol}/: ${remedy}.`)
  const exactManifest = await readManifest(join(folder, version))
  return [
    ...(protocolManifest.version === version
      ? []
      : [
          `sdk.directory has ${protocolManifest.version} for /sdk/v${protocol}/, and this server is ${version}: ${remedy}.`,
        ]),
    ...(exactManifest !== undefined && exactManifest !== 'unreadable' && exactManifest.version === version
      ? []
      : [`sdk.directory lacks its version ${version}, and pages that name it load nothing: ${remedy}.`]),
  ]
}
