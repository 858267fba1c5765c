import { createHash } from 'node:crypto'

/** CSP source expressions of the scripts inside a document: the widget has one, its handshake (CSP 3, hash-source). */
export function inlineScriptSources(html: string): readonly string[] {
  return [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
}
