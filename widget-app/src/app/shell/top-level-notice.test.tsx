import { render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { topLevelNotice } from './top-level-notice.tsx'

describe('topLevelNotice', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    location.hash = ''
    document.body.replaceChildren()
  })

  it.each(['', '#/samples', '#/WalletSend?%7B%22amount%22%3A%221%22%7D', '#<b>refund</b>'])(
    'R14 › release in a tab with hash %s › only the notice',
    async (hash) => {
      location.hash = hash
      const { container } = render(await topLevelNotice(window))
      expect(container.textContent).toBe(
        'Nothing to do hereWallets open inside the site that uses them. Close this tab and go back to that site.',
      )
      expect(container.querySelector('a, button, input, iframe')).toBeNull()
    },
  )

  it('browser in Arabic › the notice is Arabic, from right to left', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['ar-EG'])
    render(await topLevelNotice(window))
    expect(screen.getByRole('heading').textContent).toMatch(/[\u0600-\u06ff]/)
    expect(document.documentElement.dir).toBe('rtl')
  })
})
