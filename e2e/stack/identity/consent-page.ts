import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { ChooseUser } from '#server/core/embedded/testing/social/choose-user.ts'
import * as z from '#shared/zod.ts'
import { escapeHtml, renderLocalPage } from '../local-page.ts'
import { proposedAccounts } from './accounts.ts'

const answerSchema = z.object({ account: z.email() })

/** Renders the page that asks which account logs in. Its forms are sent to its URL. */
function consentPage(provider: string): string {
  const accounts = proposedAccounts.map(
    ({ email, firstName, lastName }) =>
      `<button class="quiet" name="account" value="${email}">${firstName} ${lastName}<small>${email}</small></button>`,
  )
  return renderLocalPage(
    provider,
    'Choose an account',
    `<h1>Choose an account</h1><p>Drawbridge asks ${escapeHtml(provider)} which account you have.</p>
<form method="post">${accounts.join('')}</form>
<form method="post"><label>Another account<input name="account" type="email" placeholder="name@mail.example" autocomplete="off" required></label><button>Continue</button></form>
<form method="post"><button class="quiet" name="denied">Deny</button></form>
<p class="note">A test page: each e-mail address has an account, and no password.</p>`,
  )
}

/**
 * Asks on a page which account logs in.
 * @param provider name for users.
 * @param formTargets origins to which the provider may send the browser.
 */
export const askOnPage =
  <User extends object>(
    provider: string,
    formTargets: readonly string[],
    userOf: (email: string) => User,
  ): ChooseUser<User> =>
  async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'POST') {
      const answer = answerSchema.safeParse(Object.fromEntries(new URLSearchParams(await text(request))))
      return answer.success ? userOf(answer.data.account) : 'denied'
    }
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      // Applies to the redirects after a form too.
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${formTargets.join(' ')}; frame-ancestors 'none'`,
    })
    response.end(consentPage(provider))
    return 'asked'
  }
