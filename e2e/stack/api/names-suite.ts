import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { postOtp, putOtp } from '#shared/api/auth.ts'
import { endpointUrl } from '#shared/api/endpoint.ts'
import {
  getIdentity,
  getNameSuggestions,
  getProfile,
  getReverseNames,
  postProfile,
} from '#shared/api/names.ts'
import { devAccount } from '../accounts.ts'
import type { World } from '../boot.ts'
import { namedAccounts } from './local-names.ts'
import { signedClaim } from './signed-claim.ts'
import { apiCaller, demoQuery } from './testing/api-caller.ts'

/** Tests of names, and of codes by e-mail, on a world that others test too. */
export function namesSuite(booted: () => World): void {
  const base = () => booted().stack.widget.loopback
  const call = apiCaller(base)

  describe('names', () => {
    const anna = devAccount('anna')
    const own = { ...demoQuery, projectId: 'demo~names' }
    const claim = (name: string, terms = {}) => signedClaim(anna, name, terms)
    const register = async (body: unknown, query = own) => {
      const init = { method: 'POST', body: JSON.stringify(body) }
      const response = await fetch(endpointUrl(base(), postProfile, {}, {}, query), init)
      return [response.status, await response.json()]
    }
    const refused = (status: number, description: string) => [status, { reasons: [{ description }] }]

    it('behavior: names of the world are found by name, by account, and under the suffix from before', async () => {
      const boris = namedAccounts.boris.eip155
      const found = await call(getProfile, { name: 'boris.reown.id' }, { apiVersion: '2' })
      expect(found.addresses[60]).toEqual({ address: boris })
      expect((await call(getProfile, { name: 'boris.wcn.id' }, {})).addresses).toEqual(found.addresses)
      expect(await call(getReverseNames, { address: boris }, {})).toMatchObject([{ name: 'boris.reown.id' }])
      expect((await call(getIdentity, { address: boris }, {})).name).toBe('boris.reown.id')
      const { suggestions } = await call(getNameSuggestions, { name: 'boris' }, { zone: 'reown.id' })
      expect(suggestions[0]).toEqual({ name: 'boris.reown.id', registered: true })
    })

    it('names of ENS and SNS › resolved from the local chains, ENS by account too', async () => {
      const { addresses } = await call(getProfile, { name: 'boris.sol' }, {})
      expect(addresses).toEqual({ 501: { address: namedAccounts.boris.solana } })
      expect((await call(getProfile, { name: 'anna.eth' }, {})).addresses[60]).toEqual({
        address: anna.address,
      })
      expect((await call(getIdentity, { address: anna.address }, {})).name).toBe('anna.eth')
      const absent = endpointUrl(base(), getProfile, { name: 'absent.eth' }, {}, demoQuery)
      expect((await fetch(absent)).status).toBe(404)
    })

    it('behavior: a claim that its account signed is registered, once, for the project that did it', async () => {
      const name = 'anna-of-the-test.reown.id'
      expect(await register(await claim('abc.reown.id'))).toEqual(refused(400, 'Invalid name'))
      expect(await register(await claim(name, { seconds: 1 }))).toEqual(
        refused(400, 'The message is too old'),
      )
      const forged = await register(await claim(name, { signer: devAccount('eve') }))
      expect(forged).toEqual(refused(401, 'The signature is not valid'))
      expect(await register(await claim('boris.reown.id'))).toEqual(refused(400, 'This name is taken'))
      expect(await register(await claim(name))).toEqual([200, { success: true }])
      expect(await register(await claim(name))).toEqual(refused(400, 'This name is taken'))
      const second = await register(await claim('anna-again.reown.id'))
      expect(second).toEqual(refused(400, 'This account has a name already'))
      const url = (query: typeof own) => endpointUrl(base(), getProfile, { name }, {}, query)
      expect((await fetch(url(own))).status).toBe(200)
      expect((await fetch(url(demoQuery))).status).toBe(404)
    })
  })

  describe('codes for e-mail addresses', () => {
    const putCode = async (uuid: string, code: string) => {
      const url = endpointUrl(base(), putOtp, {}, {}, demoQuery)
      return (await fetch(url, { method: 'PUT', headers: { 'x-otp': uuid }, body: JSON.stringify({ code }) }))
        .status
    }

    it('error: after five wrong codes the right one does not count either, and another one does', async () => {
      const account = 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
      const email = 'guess@mail.example'
      const sent = async () => {
        const { uuid } = await call(postOtp, {}, {}, { email, account })
        const mail = await fetch(`${base()}/__control/mail?to=${email}`)
        const { messages } = z.parse(z.object({ messages: z.array(z.string()) }), await mail.json())
        const [, code = ''] = /^Subject: .*?(\d{6})/m.exec(messages.at(-1) ?? '') ?? []
        return { uuid: uuid ?? '', code }
      }
      const first = await sent()
      const wrong = first.code === '000000' ? '000001' : '000000'
      for (const status of [400, 400, 400, 400, 400, 429])
        expect(await putCode(first.uuid, wrong)).toBe(status)
      expect(await putCode(first.uuid, first.code)).toBe(429)
      const second = await sent()
      expect(await putCode(second.uuid, second.code)).toBe(200)
      expect(await putCode('no-such-uuid', second.code)).toBe(404)
    })
  })
}
