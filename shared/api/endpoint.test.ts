import { describe, expect, it } from 'vitest'
import { getBalance } from './balance.ts'
import { endpointUrl } from './endpoint.ts'
import { getWalletImage } from './images.ts'
import { getAllowedOrigins } from './project.ts'
import { getWallets } from './wallets.ts'

const common = { projectId: 'demo', st: 'drawbridge', sv: 'html-eip155-0.1.0' }

describe('endpointUrl', () => {
  it('query › lists and undefined › commas, omitted, common query added', () => {
    const url = endpointUrl(
      'https://api.example/',
      getWallets,
      {},
      { page: 2, entries: 40, exclude: ['a', 'b'], search: undefined },
      common,
    )
    expect(url).toBe(
      'https://api.example/getWallets?page=2&entries=40&exclude=a%2Cb&projectId=demo&st=drawbridge&sv=html-eip155-0.1.0',
    )
  })

  it('empty base › URL built › same origin', () => {
    expect(endpointUrl('', getAllowedOrigins, {}, {}, common)).toMatch(
      /^\/projects\/v1\/origins\?projectId=demo&/,
    )
  })

  it('path parameter › contains a slash or dots › stays in its segment', () => {
    expect(endpointUrl('', getWalletImage, { id: '../x?y#z' }, {}, common)).toMatch(
      /^\/getWalletImage\/\.\.%2Fx%3Fy%23z\?/,
    )
    expect(endpointUrl('', getBalance, { address: '0xab' }, { chainId: 'eip155:1' }, common)).toMatch(
      /^\/v1\/account\/0xab\/balance\?chainId=eip155%3A1&/,
    )
  })

  it('common query › same key in the query › not replaced', () => {
    const hostile = { projectId: 'other' }
    expect(endpointUrl('', getAllowedOrigins, {}, hostile, common)).toContain('projectId=demo')
  })
})
