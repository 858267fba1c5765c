import type { SignInMessage } from '../channel/records/sign-in-session.ts'
import { WidgetError } from '../errors/widget-error.ts'
import { signInFormatOf } from './sign-in-formats.ts'
import { invalidFields } from './validate-message.ts'

/**
 * Formats the text to sign, in the format of the message's ecosystem.
 * @throws WidgetError `siwx/invalid-message` (`data.fields`) if a field is invalid in its format.
 */
export function signInText(message: SignInMessage): string {
  const format = signInFormatOf(message.chainId)
  const fields = invalidFields(message)
  if (!format || fields.length > 0)
    throw new WidgetError('siwx/invalid-message', `Invalid sign-in message: ${fields.join(', ')}`, {
      data: { fields },
    })
  const { statement, resources } = message
  const head = [
    `${message.domain} wants you to sign in with your ${format.account} account:`,
    message.accountAddress,
    '',
  ]
  const statementLines = statement ? [statement, ''] : format.hasEmptyStatementLine ? [''] : []
  const labelled = [
    ['URI', message.uri],
    ['Version', message.version],
    ['Chain ID', format.writeChain(message.chainId)],
    ['Nonce', message.nonce],
    ['Issued At', message.issuedAt],
    ['Expiration Time', message.expirationTime],
    ['Not Before', message.notBefore],
    ['Request ID', message.requestId],
  ].flatMap(([label, value]) => (value === undefined ? [] : [`${label}: ${value}`]))
  const listed = resources ? ['Resources:', ...resources.map((resource) => `- ${resource}`)] : []
  return [...head, ...statementLines, ...labelled, ...listed].join('\n')
}
