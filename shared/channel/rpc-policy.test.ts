import { describe, expect, it } from 'vitest'
import { isAllowedForWallet, mayPrompt, rpcPolicy } from './rpc-policy.ts'

describe('rpcPolicy', () => {
  it.each([
    ['eth_call', 'read', false, true],
    ['eth_getBalance', 'read', false, true],
    ['eth_chainId', 'read', false, true],
    ['eth_accounts', 'wallet', false, true],
    ['wallet_getCapabilities', 'wallet', false, true],
    ['wallet_getCallsStatus', 'wallet', false, true],
    ['eth_requestAccounts', 'wallet', true, true],
    ['eth_sendTransaction', 'wallet', true, true],
    ['eth_sendRawTransaction', 'wallet', true, true],
    ['personal_sign', 'wallet', true, true],
    ['wallet_switchEthereumChain', 'wallet', true, true],
    ['wallet_grantPermissions', 'wallet', true, true],
    ['eth_subscribe', 'wallet', false, true],
    ['eth_unsubscribe', 'wallet', false, true],
    ['x_eth_call', 'refused', true, false],
    ['eth_callBundle', 'refused', true, false],
    ['web3_clientVersions', 'refused', true, false],
    ['x_eth_accounts', 'refused', true, false],
    ['eth_accountsAll', 'refused', true, false],
    ['x_personal_sign', 'refused', true, false],
    ['personal_signAll', 'refused', true, false],
    ['eth_sign', 'refused', true, false],
    ['eth_decrypt', 'refused', true, false],
    ['wallet_invokeSnap', 'refused', true, false],
    ['__proto__', 'refused', true, false],
    ['', 'refused', true, false],
  ] as const)('%s › %s › may prompt: %s, allowed for wallets: %s', (method, treatment, prompts, reaches) => {
    expect(rpcPolicy(method)).toBe(treatment)
    expect(mayPrompt(method)).toBe(prompts)
    expect(isAllowedForWallet(method)).toBe(reaches)
  })
})
