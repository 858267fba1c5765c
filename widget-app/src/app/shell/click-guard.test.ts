import { expect, test } from 'vitest'
import { isIntentionalClick } from './click-guard.ts'

const click = {
  isShown: true,
  isTrusted: true,
  hasFocus: true,
  clicks: 1,
  isOnFirstControl: true,
  isOnVacatedControl: false,
}

test.each([
  ['a click', click, true],
  ['a key', { ...click, clicks: 0, isOnFirstControl: false }, true],
  ['a double click on one control', { ...click, clicks: 2 }, true],
  ['a click on a sheet that is closed', { ...click, isShown: false }, false],
  ['a click where a button of the view before was', { ...click, isOnVacatedControl: true }, false],
  ['a script', { ...click, isTrusted: false }, false],
  ['a click while the focus is in the host page', { ...click, hasFocus: false }, false],
  [
    'the second half of a double click that began elsewhere',
    { ...click, clicks: 2, isOnFirstControl: false },
    false,
  ],
  ['a third click on what the second brought', { ...click, clicks: 3, isOnFirstControl: false }, false],
])('%s › intentional: %#', (_, press, expected) => {
  expect(isIntentionalClick(press)).toBe(expected)
})
