import { afterEach, describe, expect, it, vi } from 'vitest'

vi.mock('./on-failure.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

const { carriedError, drawnNotice, makeHints } = await import('./failure-file.ts')

afterEach(() => {
  vi.restoreAllMocks()
})

const options = { locale: 'en', themeMode: 'light', onRetry: () => {} }

describe('without the file of failures', () => {
  it('notice › one sentence, which closes when it is pressed', async () => {
    const onClose = vi.fn()
    const notice = await drawnNotice('silent', { ...options, onClose })
    expect(notice.textContent).toBe('The wallet could not be loaded. Close')
    notice.click()
    expect(onClose).toHaveBeenCalledTimes(1)
    expect((await drawnNotice('slow', { ...options, onClose })).textContent).toBe('Close')
  })

  it('hint › names the widget once, without a remedy', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue()
    const hint = makeHints('https://widget.example')
    hint('offline')
    hint('offline')
    await vi.waitFor(() => expect(error).toHaveBeenCalledTimes(1))
    expect(error.mock.lastCall?.[0]).toContain('the widget at https://widget.example could not be loaded')
  })

  it('error of a wallet › crosses as it is', async () => {
    const thrown = { code: 4001, message: 'No' }
    expect(await carriedError(thrown)).toBe(thrown)
  })
})
