import { afterEach, describe, expect, it, vi } from 'vitest'

vi.mock('../entries/failure-module.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

const { carriedError, renderNotice, createHints } = await import('./load-failure-module.ts')

afterEach(() => {
  vi.restoreAllMocks()
})

const options = { locale: 'en', themeMode: 'light', onRetry: () => {} }

describe('failure module not loaded', () => {
  it.each([
    ['silent', 'The wallet could not be loaded. Try again Close'],
    ['offline', 'You are offline. Try again Close'],
    ['slow', 'Still loading… Try again Close'],
  ] as const)('notice › %s › plain text, Try again and Close', async (kind, text) => {
    const [onRetry, onClose] = [vi.fn(), vi.fn()]
    const notice = await renderNotice(kind, { ...options, onRetry, onClose })
    expect(notice.getAttribute('role')).toBe('alert')
    expect(notice.textContent).toBe(text)
    for (const button of notice.querySelectorAll('button')) button.click()
    expect([onRetry.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 1])
  })

  it('notice › embedded › has no Close', async () => {
    expect((await renderNotice('silent', options)).querySelectorAll('button')).toHaveLength(1)
  })

  it('hint › names the widget, the cause and the origin once', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue()
    const hint = createHints('https://widget.example')
    hint('lost')
    hint('lost')
    await vi.waitFor(() => expect(error).toHaveBeenCalledTimes(1))
    expect(error.mock.lastCall?.[0]).toBe(
      `Drawbridge: the widget at https://widget.example could not be loaded. lost, origin ${origin}`,
    )
  })

  it('error of a wallet › passes unchanged', async () => {
    const thrown = { code: 4001, message: 'No' }
    expect(await carriedError(thrown)).toBe(thrown)
  })
})
