import { readdirSync, readFileSync } from 'node:fs'
import { root } from '../project-files.ts'
import type { BuiltFile } from './bundle-rules.ts'

/** Folder of the SDK's build. */
export const sdkDist = `${root}/host-sdk/dist`

/**
 * The scripts of an SDK build, sorted by name.
 * @throws Error if there is no build.
 */
export function builtSdkFiles(directory = sdkDist): readonly BuiltFile[] {
  try {
    return readdirSync(directory)
      .filter((name) => name.endsWith('.js'))
      .sort()
      .map((path) => ({ path, text: readFileSync(`${directory}/${path}`, 'utf8') }))
  } catch (cause) {
    throw new Error('The SDK is not built: run npm run build:sdk', { cause })
  }
}
