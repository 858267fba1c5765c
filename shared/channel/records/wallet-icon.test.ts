import { describe, expect, it } from 'vitest'
import { isWalletIcon } from './wallet-icon.ts'

describe('isWalletIcon', () => {
  it.each<[string, unknown, boolean]>([
    ['a data URI of an image', 'data:image/png;base64,AA', true],
    ['a data URI of a page', 'data:text/html,x', false],
    ['nothing', undefined, false],
    ['a list of icons', ['data:image/png;base64,AA'], false],
  ])('%s › may cross or not', (_name, icon, expected) => {
    expect(isWalletIcon(icon)).toBe(expected)
  })
})
