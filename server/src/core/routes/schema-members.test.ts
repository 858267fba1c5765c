import { expect, it } from 'vitest'
import { commonQuery, noQuery } from '../../../../shared/api/endpoint.ts'
import { getMailboxMessages } from '../../../../shared/api/mailbox.ts'
import { postRpc } from '../../../../shared/api/rpc.ts'
import { getWallets } from '../../../../shared/api/wallets.ts'
import { schemaMembers } from './schema-members.ts'

const required = (name: string) => ({ name, isRequired: true })
const optional = (name: string) => ({ name, isRequired: false })

it('query of a wire schema › returns its members and which are required', () => {
  expect(schemaMembers(commonQuery)).toEqual(['projectId', 'st', 'sv'].map(required))
  expect(schemaMembers(postRpc.query())).toEqual([required('chainId')])
  expect(schemaMembers(getMailboxMessages.query())).toEqual(['direction', 'after'].map(required))
  expect(schemaMembers(getWallets.query())).toEqual(
    ['page', 'entries', 'include', 'exclude', 'chains', 'search', 'badge_type'].map(optional),
  )
  expect(schemaMembers(noQuery())).toEqual([])
})
