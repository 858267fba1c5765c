import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { laterTexts } from './later-texts.ts'

const source = fileURLToPath(new URL('..', import.meta.url))

/** Files which a file imports, at once or later, as far as they are the widget's own. */
function importsOf(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8').replace(/import type [^']*'[^']*'/g, '')
  return [...text.matchAll(/(?:from|import|import\()\s*'([^']+\.tsx?)'/g)].flatMap(([, name = '']) => {
    if (name.startsWith('#widget/')) return [resolve(source, name.slice('#widget/'.length))]
    return name.startsWith('.') ? [resolve(dirname(file), name)] : []
  })
}

/** What brings the later texts: the routes, and what follows a review, which is one of them. */
const withTexts = ['app/routes.tsx', 'app/top-level-notice.tsx', 'bridge/ethereum/grant-outcome.ts']

/** Everything the app can load without its routes, which bring the later texts. */
function withoutRoutes(): readonly string[] {
  const apart = new Set(withTexts.map((name) => resolve(source, name)))
  const seen = new Set<string>()
  const walk = (file: string) => {
    if (seen.has(file) || apart.has(file) || !existsSync(file)) return
    seen.add(file)
    for (const imported of importsOf(file)) walk(imported)
  }
  walk(resolve(source, 'app/main.tsx'))
  return [...seen].filter((file) => !file.includes('/i18n/'))
}

describe('texts of the first view', () => {
  it('behavior: what runs without the routes says nothing that comes with them', () => {
    const files = withoutRoutes()
    expect(files.length).toBeGreaterThan(100)
    const quoted = (file: string) => readFileSync(file, 'utf8').match(/(?<=')[\w-]+\.[\w.-]+(?=')/g) ?? []
    const late = files.flatMap((file) => quoted(file).filter((key) => Object.hasOwn(laterTexts, key)))
    expect(late).toEqual([])
  })
})
