import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { settings } from '#server/config/setting-list.ts'
import { root } from '../project-files.ts'
import { configurationPage } from './configuration-page.ts'

describe('docs/configuration.md', () => {
  it('schema › page is generated from it', () => {
    // Stale? npm run docs
    expect(readFileSync(`${root}/docs/configuration.md`, 'utf8')).toBe(configurationPage())
  })

  it('each key and its variable › on the page', () => {
    const page = configurationPage()
    for (const { key, variable } of settings) expect(page).toContain(`| \`${key}\`<br>\`${variable}\` |`)
  })
})
