import { expect, it } from 'vitest'
import sdkPackage from '../package.json' with { type: 'json' }
import { sdkVersion } from './version.ts'

it('SDK version › built by Vite › is the version of host-sdk/package.json', () => {
  expect(sdkVersion).toBe(sdkPackage.version)
})
