import type { SignInMessage } from '../channel/records/sign-in-session.ts'
import { uriPattern } from './host-domain.ts'
import { type SignInFormat, signInFormatOf } from './sign-in-formats.ts'
import { timeOf } from './validity.ts'

const domainPattern = /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:\d{1,5})?$/i
const requestIdPattern = /^[A-Za-z0-9\-._~!$&'()*+,;=:@%]*$/
const noncePattern = /^[A-Za-z0-9]{8,128}$/

const isTime = (text: string | undefined): boolean => text === undefined || !Number.isNaN(timeOf(text))

/** True if later than every defined time. */
const isAfter = (text: string | undefined, others: readonly (string | undefined)[]): boolean =>
  text === undefined || others.every((other) => other === undefined || timeOf(text) > timeOf(other))

const rules = (
  message: SignInMessage,
  format: SignInFormat,
): { readonly [Field in keyof SignInMessage]-?: boolean } => ({
  accountAddress: format.address.test(message.accountAddress),
  chainId: true,
  domain: domainPattern.test(message.domain),
  uri: uriPattern.test(message.uri),
  version: message.version === format.version,
  nonce: noncePattern.test(message.nonce),
  notBefore: isTime(message.notBefore),
  statement: format.statement.test(message.statement ?? ''),
  resources: (message.resources ?? []).every((resource) => uriPattern.test(resource)),
  requestId: requestIdPattern.test(message.requestId ?? ''),
  // Without it the age of a signature is unknown; EIP-4361 requires it.
  issuedAt: message.issuedAt !== undefined && isTime(message.issuedAt),
  expirationTime:
    isTime(message.expirationTime) && isAfter(message.expirationTime, [message.issuedAt, message.notBefore]),
})

/** The fields of a message that its format does not allow (EIP-4361, CAIP-122); empty if all are valid. */
export function invalidFields(message: SignInMessage): readonly string[] {
  const format = signInFormatOf(message.chainId)
  if (!format) return ['chainId']
  return Object.entries(rules(message, format)).flatMap(([field, fits]) => (fits ? [] : [field]))
}
