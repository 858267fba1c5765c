import { createHash } from 'node:crypto'
import type { SdkManifest } from '#shared/config/sdk-manifest.ts'
import type { BuiltFile } from '../size/bundle-rules.ts'
import { builtWidgetUrl } from './widget-url.ts'

/**
 * Replacement of the default widget URL in files that the widget's origin serves. `$$` is the URL of the script's folder,
 * which host-sdk/vite.config.ts defines first in the script-tag file.
 */
const originExpression: Readonly<Record<string, string>> = {
  'drawbridge.js': '$$.origin',
  'bundle.js': 'new URL(import.meta.url).origin',
}

/** For bundlers only: it imports packages by name, and `bundle.js` is the same code with them included. */
const notHosted = 'index.js'

/**
 * The files of an SDK build as the widget's origin serves them: without `widgetUrl` the script-tag file and `bundle.js` open
 * the widget of the origin that served them, so that one build works for every deployment.
 * @throws Error if a file has no default widget URL.
 */
export function hostedFiles(files: readonly BuiltFile[]): readonly BuiltFile[] {
  return files
    .filter(({ path }) => path !== notHosted)
    .map((file) => {
      const origin = originExpression[file.path]
      if (origin === undefined) return file
      const built = builtWidgetUrl(file)
      const text = ['"', "'", '`'].reduce(
        (code, quote) => code.replaceAll(`${quote}${built}${quote}`, () => origin),
        file.text,
      )
      if (text.includes(built)) throw new Error(`${file.path} contains ${built} in a longer text`)
      return { ...file, text }
    })
}

/** Subresource Integrity metadata of a file (W3C SRI §3.1). */
export const integrityOf = (text: string): string =>
  `sha384-${createHash('sha384').update(text).digest('base64')}`

/** The manifest of hosted files; `protocol` is the major version of the link. */
export function sdkManifest(files: readonly BuiltFile[], version: string, protocol: number): SdkManifest {
  return {
    version,
    protocol,
    files: Object.fromEntries(
      files.map(({ path, text }) => [
        path,
        { integrity: integrityOf(text), bytes: Buffer.byteLength(text, 'utf8') },
      ]),
    ),
  }
}
