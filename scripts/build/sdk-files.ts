/**
 * `npm run build:sdk-files`, after `npm run build:sdk`: writes `dist/sdk/<version>/` and `dist/sdk/v<protocol>/`, which the
 * widget's origin serves under `/sdk/`, with the same files and the same manifest.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { protocolVersion } from '#shared/channel/wire.ts'
import { sdkManifestFile } from '#shared/config/sdk-manifest.ts'
import { root } from '../project-files.ts'
import { releaseVersion } from '../release/release-version.ts'
import { builtSdkFiles } from '../size/built-sdk.ts'
import { hostedFiles, sdkManifest } from './hosted-sdk.ts'

const out = `${root}/dist/sdk`
const files = hostedFiles(builtSdkFiles())
const manifest = `${JSON.stringify(sdkManifest(files, releaseVersion, protocolVersion), null, 2)}\n`
rmSync(out, { recursive: true, force: true })
for (const folder of [`${out}/${releaseVersion}`, `${out}/v${protocolVersion}`]) {
  mkdirSync(folder, { recursive: true })
  for (const { path, text } of files) writeFileSync(`${folder}/${path}`, text)
  writeFileSync(`${folder}/${sdkManifestFile}`, manifest)
}
console.log(`${files.length} SDK files in dist/sdk/${releaseVersion} and dist/sdk/v${protocolVersion}`)
