import { describe, expect, it } from 'vitest'
import { initialState } from '../present-state.ts'
import { evmAccount, solanaAccount } from '../testing/sample-accounts.ts'
import { buttonText } from './button.ts'

describe('buttonText', () => {
  it('behavior: the label, then Connecting…, then the address of the namespace in use', () => {
    expect(buttonText(initialState, 'Log in')).toEqual({ text: 'Log in' })
    expect(buttonText({ ...initialState, status: 'connecting' }, 'Log in')).toEqual({ text: 'Connecting…' })
    const connected = { ...initialState, accounts: [evmAccount, solanaAccount] }
    expect(buttonText(connected, 'Log in')).toEqual({ text: '0xf39F…2266', name: '0xf39F…2266, open wallet' })
    expect(buttonText({ ...connected, activeNamespace: 'solana' }, 'Log in').text).toBe('J4Lq4j…kKZb')
  })
})
