import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { widgetVersion } from './widget-version.ts'

it("widget version › built by Vite › is the version of the release's package.json", () => {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  expect(text).toContain(`"version": "${widgetVersion.replace('widget-', '')}"`)
})
