import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { removeFooters, showReview, textOf } from '../testing/shown-review.tsx'

const hash = `0x${'a1'.repeat(32)}`

afterEach(() => {
  cleanup()
  removeFooters()
})

describe('WalletUnverified', () => {
  it('R11 › sent and not verified › shows facts, hash, explorer, Done, no alert', async () => {
    const decide = vi.fn()
    const { body, footer } = await showReview('sent and not verified', { decide })
    expect(screen.getByRole('heading', { name: 'We couldn’t verify what MetaMask sent' })).toBeTruthy()
    expect(screen.queryAllByRole('alert').map(textOf).join('')).toBe('')
    expect(textOf(body)).toMatch(/0x0000.*3010E2/)
    expect(screen.getByTitle('Copy hash')).toBeTruthy()
    const link = screen.getByRole('link', { name: /^View on / })
    expect(link.getAttribute('href')).toContain(hash)
    expect(footer.contains(link)).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Done' }))
    expect(decide).toHaveBeenCalledWith('acknowledge')
  })

  it('R11 › sent with calls of the wallet › states that it made more calls', async () => {
    await showReview('sent with calls of the wallet')
    expect(screen.getByRole('heading', { name: 'MetaMask made more calls than requested' })).toBeTruthy()
    expect(screen.queryAllByRole('alert').map(textOf).join('')).toBe('')
    expect(screen.getByRole('link', { name: /^View on / })).toBeTruthy()
  })

  it('R11 › sent with a delegation › states the contract’s control, no alert', async () => {
    await showReview('sent with a right of a contract')
    expect(screen.getByRole('heading', { name: 'MetaMask let a contract act as your account' })).toBeTruthy()
    expect(screen.queryAllByRole('alert').map(textOf).join('')).toBe('')
  })

  it('R11 › signed and not verified › without a hash, links to the account', async () => {
    const { body } = await showReview('signed and not verified')
    expect(screen.getByRole('heading', { name: 'We couldn’t verify what MetaMask signed' })).toBeTruthy()
    expect(textOf(body)).toContain('MetaMask sent nothing itself, but the site can use the signature')
    expect(screen.queryByTitle('Copy hash')).toBeNull()
    const link = screen.getByRole('link', { name: /^View account on / })
    expect(link.getAttribute('href')).toMatch(/\/address\/0x[0-9a-fA-F]{40}$/)
  })

  it('R11 › something else was signed › links to the account in the explorer', async () => {
    await showReview('something else was signed')
    expect(screen.getByRole('heading', { name: 'The wallet signed something else' })).toBeTruthy()
    expect(screen.getByRole('link', { name: /^View account on / })).toBeTruthy()
  })
})
