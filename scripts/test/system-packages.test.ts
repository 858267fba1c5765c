import { expect, it } from 'vitest'
import { installCommand, installSystemPackages, missingPackages } from './system-packages.ts'

it('missing program › its package listed, and the install command has it', () => {
  const missing = missingPackages({ DRAWBRIDGE_CHROMIUM: '/no/such/chromium' })
  expect(missing).toContain('chromium')
  expect(missing).not.toContain('git')
  expect(installCommand(missing)).toMatch(/^sudo apt-get update && sudo apt-get install .*chromium/)
})

it('no missing package › nothing installed', () => {
  expect(missingPackages({})).toEqual([])
  expect(installSystemPackages({})).toBeUndefined()
})
