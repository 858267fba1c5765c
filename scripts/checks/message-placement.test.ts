import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { replacedModules } from '../build/confirm-page.ts'
import { root } from '../project-files.ts'
import { keysIn, usedKeys } from './message-keys.ts'
import { modulesFrom } from './source-graph.ts'

const texts = resolve(root, 'widget-app/src/i18n')
const app = resolve(root, 'widget-app/src/app')
const keysOf = (name: string) => keysIn(readFileSync(resolve(texts, `${name}-messages.ts`), 'utf8'))
const common = keysOf('common')
const first = keysOf('eager')
const confirm = keysOf('confirm')
const review = [...confirm, ...keysOf('review')]
const lazyKeys = keysOf('lazy')
const sourcesOf = (files: readonly string[]) =>
  files.filter((file) => !file.startsWith(texts)).map((file) => readFileSync(file, 'utf8'))

/** Modules that load the other messages: the routes, and a review's follow-ups, one of which is a route. */
const withTexts = ['app/routes.tsx', 'app/shell/top-level-notice.tsx', 'bridge/ethereum/grant-outcome.ts']

describe('texts of the first view', () => {
  const files = modulesFrom('app/main.tsx', withTexts)

  it('modules without the routes › use only messages that load without them', () => {
    expect(files.length).toBeGreaterThan(100)
    expect(usedKeys([...review, ...lazyKeys], sourcesOf(files))).toEqual([])
  })

  it('document loads › messages available before rendering', () => {
    expect(files).toContain(resolve(app, 'boot.ts'))
    expect(readFileSync(resolve(app, 'boot.ts'), 'utf8')).toContain("import '#widget/i18n/eager-messages.ts'")
  })
})

/** The window renders no view of the stack: its build contains no records of views, and none of their titles. */
const withTitles = 'core/views.ts'

describe('texts of the confirm window', () => {
  const files = modulesFrom('app/confirm/main.tsx', [...replacedModules, withTitles])
  const sources = sourcesOf(files)

  it('modules of the window › use only messages of its build', () => {
    expect(files.length).toBeGreaterThan(300)
    expect(usedKeys([...first, ...lazyKeys], sources)).toEqual([])
  })

  it.each([
    ['common', common],
    ['review', review],
  ])('%s texts › each is used by a module of the window', (_name, keys) => {
    const read = new Set(usedKeys(keys, sources))
    expect(read.size).toBeGreaterThan(5)
    expect(keys.filter((key) => !read.has(key))).toEqual([])
  })

  it('window loads › messages of the review available', () => {
    expect(readFileSync(resolve(app, 'confirm/main.tsx'), 'utf8')).toContain(
      "import '#widget/i18n/review-messages.ts'",
    )
  })
})

describe('texts of the vault', () => {
  const folder = resolve(root, 'vault/src')
  const sources = sourcesOf(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
      .map((name) => resolve(folder, name)),
  )
  const vault = keysOf('vault')

  it('modules of the vault › use only messages of its build', () => {
    expect(sources.length).toBeGreaterThan(30)
    expect(usedKeys([...first, ...lazyKeys], sources)).toEqual([])
  })

  it('modules of its first file › use no message of the review, which loads later', () => {
    const later = [
      ...['review-part.ts', 'recovery-part.ts', 'transfer-part.ts', 'key-export.tsx'],
      ...['keeping-screens.tsx', 'entry-screens.tsx', 'prove-screen.tsx', '../spending/spending-part.ts'],
    ].map((name) => resolve(folder, 'document', name))
    const files = modulesFrom(resolve(folder, 'document/main.tsx'), [...later, withTitles])
    expect(files.length).toBeGreaterThan(100)
    expect(usedKeys(keysOf('review'), sourcesOf(files))).toEqual([])
  })

  it('each text › used by a module of the vault', () => {
    const read = new Set(usedKeys(vault, sources))
    expect(vault.filter((key) => !read.has(key))).toEqual([])
  })
})
