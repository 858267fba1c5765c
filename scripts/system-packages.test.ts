import { expect, it } from 'vitest'
import { installCommand, installSystemPackages, missingPackages } from './system-packages.ts'

it('program that is not there › its package is missing, and the command installs it', () => {
  const missing = missingPackages({ DRAWBRIDGE_CHROMIUM: '/no/such/chromium' })
  expect(missing).toContain('chromium')
  expect(missing).not.toContain('git')
  expect(installCommand(missing)).toMatch(/^sudo apt-get update && sudo apt-get install .*chromium/)
})

it('nothing is missing › nothing is installed', () => {
  expect(missingPackages({})).toEqual([])
  expect(installSystemPackages({})).toBeUndefined()
})
