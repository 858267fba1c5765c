import { afterEach, describe, expect, it, vi } from 'vitest'
import { drawNotice } from './load-notice.ts'
import { remedyOf } from './load-remedies.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const notice = (kind: Parameters<typeof drawNotice>[0], locale: string) =>
  drawNotice(kind, { locale, themeMode: 'light', onRetry: () => {} }).firstChild?.textContent

describe('a page without an origin', () => {
  it.each(['error-page', 'silent'] as const)('%s › notice and console name the page', (cause) => {
    vi.stubGlobal('origin', 'null')
    expect(notice(cause, 'en')).toBe('The wallet cannot be shown on a sandboxed or local page.')
    expect(notice(cause, 'ar')).toBe('لا يمكن عرض المحفظة في صفحة معزولة أو محلية.')
    expect(remedyOf(cause, 'https://w.example')).toContain('The origin of this page is opaque')
  })

  it.each(['policy', 'offline', 'version', 'lost'] as const)('%s › cause stays the same', (cause) => {
    const before = [notice(cause, 'en'), remedyOf(cause, 'https://w.example')]
    vi.stubGlobal('origin', 'null')
    expect([notice(cause, 'en'), remedyOf(cause, 'https://w.example')]).toEqual(before)
  })
})

describe('a page with an origin', () => {
  it.each(['error-page', 'silent'] as const)('%s › reports that the widget could not be loaded', (cause) => {
    expect(notice(cause, 'en')).toBe('The wallet could not be loaded.')
    expect(remedyOf(cause, 'https://w.example')).not.toContain('opaque')
  })
})

it('version mismatch › notice and console name the outdated side', () => {
  expect(notice('version', 'en')).toBe('This site needs an update to show the wallet.')
  expect(notice('version', 'ar')).toBe('يحتاج هذا الموقع إلى تحديث لعرض المحفظة.')
  expect(remedyOf('version', 'https://w.example')).toBe(
    'It speaks another version of the protocol. Update @drawbridge/host-sdk.',
  )
})
