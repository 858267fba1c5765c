import { describe, expect, it } from 'vitest'
import { postOtp, putOtp } from '#shared/api/auth.ts'
import { endpointUrl } from '#shared/api/endpoint.ts'
import {
  getIdentity,
  getNameSuggestions,
  getProfile,
  getReverseNames,
  postProfile,
} from '#shared/api/names.ts'
import * as z from '#shared/zod.ts'
import { devAccount } from '../accounts.ts'
import type { World } from '../boot.ts'
import { namedAccounts } from './local-names.ts'
import { signClaim } from './signed-claim.ts'
import { createApiCaller, demoQuery } from './testing/api-caller.ts'

/** Declares the tests of names, and of codes by e-mail, on a world shared with other suites. */
export function namesSuite(getWorld: () => World): void {
  const base = () => getWorld().stack.widget.loopback
  const call = createApiCaller(base)

  describe('names', () => {
    const anna = devAccount('anna')
    const namesQuery = { ...demoQuery, projectId: 'demo~names' }
    const claim = (name: string, terms = {}) => signClaim(anna, name, terms)
    const register = async (body: unknown, query = namesQuery) => {
      const init = { method: 'POST', body: JSON.stringify(body) }
      const response = await fetch(endpointUrl(base(), postProfile, {}, {}, query), init)
      return [response.status, await response.json()]
    }
    const errorResponse = (status: number, description: string) => [status, { reasons: [{ description }] }]

    it('registered name › found by name, account, and former suffix', async () => {
      const boris = namedAccounts.boris.eip155
      const found = await call(getProfile, { name: 'boris.reown.id' }, { apiVersion: '2' })
      expect(found.addresses[60]).toEqual({ address: boris })
      expect((await call(getProfile, { name: 'boris.wcn.id' }, {})).addresses).toEqual(found.addresses)
      expect(await call(getReverseNames, { address: boris }, {})).toMatchObject([{ name: 'boris.reown.id' }])
      expect((await call(getIdentity, { address: boris }, {})).name).toBe('boris.reown.id')
      const { suggestions } = await call(getNameSuggestions, { name: 'boris' }, { zone: 'reown.id' })
      expect(suggestions[0]).toEqual({ name: 'boris.reown.id', registered: true })
    })

    it('ENS and SNS names › resolved from the local chains; ENS also by account', async () => {
      const { addresses } = await call(getProfile, { name: 'boris.sol' }, {})
      expect(addresses).toEqual({ 501: { address: namedAccounts.boris.solana } })
      expect((await call(getProfile, { name: 'anna.eth' }, {})).addresses[60]).toEqual({
        address: anna.address,
      })
      expect((await call(getIdentity, { address: anna.address }, {})).name).toBe('anna.eth')
      const absent = endpointUrl(base(), getProfile, { name: 'absent.eth' }, {}, demoQuery)
      expect((await fetch(absent)).status).toBe(404)
    })

    it('claim signed by its account › registered once, for its project', async () => {
      const name = 'anna-of-the-test.reown.id'
      expect(await register(await claim('abc.reown.id'))).toEqual(errorResponse(400, 'Invalid name'))
      expect(await register(await claim(name, { seconds: 1 }))).toEqual(
        errorResponse(400, 'The message is too old'),
      )
      const forged = await register(await claim(name, { signer: devAccount('eve') }))
      expect(forged).toEqual(errorResponse(401, 'The signature is not valid'))
      expect(await register(await claim('boris.reown.id'))).toEqual(errorResponse(400, 'This name is taken'))
      expect(await register(await claim(name))).toEqual([200, { success: true }])
      expect(await register(await claim(name))).toEqual(errorResponse(400, 'This name is taken'))
      const second = await register(await claim('anna-again.reown.id'))
      expect(second).toEqual(errorResponse(400, 'This account has a name already'))
      const url = (query: typeof namesQuery) => endpointUrl(base(), getProfile, { name }, {}, query)
      expect((await fetch(url(namesQuery))).status).toBe(200)
      expect((await fetch(url(demoQuery))).status).toBe(404)
    })
  })

  describe('codes for e-mail addresses', () => {
    const putCode = async (uuid: string, code: string) => {
      const url = endpointUrl(base(), putOtp, {}, {}, demoQuery)
      return (await fetch(url, { method: 'PUT', headers: { 'x-otp': uuid }, body: JSON.stringify({ code }) }))
        .status
    }

    it('five wrong codes › the right one fails too, a new one works', async () => {
      const account = 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
      const email = 'guess@mail.example'
      const sendCode = async () => {
        const { uuid } = await call(postOtp, {}, {}, { email, account })
        const mail = await fetch(`${base()}/__control/mail?to=${email}`)
        const { messages } = z.parse(z.object({ messages: z.array(z.string()) }), await mail.json())
        const [, code = ''] = /^Subject: .*?(\d{6})/m.exec(messages.at(-1) ?? '') ?? []
        return { uuid: uuid ?? '', code }
      }
      const first = await sendCode()
      const wrong = first.code === '000000' ? '000001' : '000000'
      for (const status of [400, 400, 400, 400, 400, 429])
        expect(await putCode(first.uuid, wrong)).toBe(status)
      expect(await putCode(first.uuid, first.code)).toBe(429)
      const second = await sendCode()
      expect(await putCode(second.uuid, second.code)).toBe(200)
      expect(await putCode('no-such-uuid', second.code)).toBe(404)
    })
  })
}
