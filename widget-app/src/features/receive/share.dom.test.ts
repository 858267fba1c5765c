import { afterEach, describe, expect, it, vi } from 'vitest'
import { canShare, shareText } from './share.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(document, 'featurePolicy')
})

const withShareSheet = (share: (data: ShareData) => Promise<void>) =>
  vi.stubGlobal('navigator', { ...navigator, share })
const withPolicy = (allowed: readonly string[]) =>
  Object.defineProperty(document, 'featurePolicy', {
    configurable: true,
    value: { allowsFeature: (name: string) => allowed.includes(name) },
  })
const rejectingWith = (name: string) => () => Promise.reject(new DOMException('no', name))

describe('canShare', () => {
  it('share sheet › offered if supported and allowed by the Permissions Policy', () => {
    expect(canShare(window)).toBe(false)
    withShareSheet(async () => {})
    expect(canShare(window)).toBe(true)
    withPolicy(['web-share'])
    expect(canShare(window)).toBe(true)
    withPolicy(['payment'])
    expect(canShare(window)).toBe(false)
  })
})

describe('shareText', () => {
  it('sheet dismissed › no failure; sheet cannot open › failure', async () => {
    const share = vi.fn(async () => {})
    withShareSheet(share)
    expect(await shareText(window, 'ethereum:0x')).toBe(true)
    expect(share).toHaveBeenCalledWith({ text: 'ethereum:0x' })
    withShareSheet(rejectingWith('AbortError'))
    expect(await shareText(window, 'x')).toBe(true)
    withShareSheet(rejectingWith('NotAllowedError'))
    expect(await shareText(window, 'x')).toBe(false)
  })
})
