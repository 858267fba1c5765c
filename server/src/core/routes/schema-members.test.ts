import { expect, it } from 'vitest'
import { commonQuery, noQuery } from '../../../../shared/api/endpoint.ts'
import { getMailboxMessages } from '../../../../shared/api/mailbox.ts'
import { postRpc } from '../../../../shared/api/rpc.ts'
import { getWallets } from '../../../../shared/api/wallets.ts'
import { memberNames } from './schema-members.ts'

const required = (name: string) => ({ name, isRequired: true })
const optional = (name: string) => ({ name, isRequired: false })

it('query of a wire schema › its names, and which of them are required', () => {
  expect(memberNames(commonQuery)).toEqual(['projectId', 'st', 'sv'].map(required))
  expect(memberNames(postRpc.query())).toEqual([required('chainId')])
  expect(memberNames(getMailboxMessages.query())).toEqual(['direction', 'after'].map(required))
  expect(memberNames(getWallets.query())).toEqual(
    ['page', 'entries', 'include', 'exclude', 'chains', 'search', 'badge_type'].map(optional),
  )
  expect(memberNames(noQuery())).toEqual([])
})
