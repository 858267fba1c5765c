import { describe, expect, it } from 'vitest'
import { recipientFromQrCode } from '../recipient/recipient-text.ts'

const ethereum = '0x52908400098527886E0F7030069857D2E4169EE7'
const polkadot = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const isAddress = (text: string) => [ethereum, polkadot].includes(text)

describe('recipientFromQrCode', () => {
  it.each([
    ['an address', ethereum, ethereum],
    ['an address with space around', `\n${ethereum} `, ethereum],
    ['an EIP-681 link', `ethereum:${ethereum}@1?value=1e18`, `ethereum:${ethereum}@1?value=1e18`],
    ['an address with its network', `base:${ethereum}`, `base:${ethereum}`],
    ['an address with the id of its network', `eip155:1:${ethereum}`, `eip155:1:${ethereum}`],
    ['a Solana Pay link', 'solana:mvines?amount=1', 'solana:mvines?amount=1'],
    ['an account of a Polkadot wallet', `substrate:${polkadot}:0xd4:Ann`, polkadot],
    ['the same without a name', `substrate:${polkadot}`, polkadot],
    ['an account that is none here', 'substrate:somebody:0xd4', undefined],
    ['a page', 'https://shop.example', undefined],
    ['a pairing', 'wc:7f@2?relay-protocol=irn', undefined],
    ['nothing', ' ', undefined],
  ])('QR code of %s › recipient', (_, code, recipient) => {
    expect(recipientFromQrCode(code, isAddress)).toBe(recipient)
  })
})
