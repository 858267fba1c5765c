import type { SocialAttempt } from '../../../ports/stores/social-attempts.ts'

/** Path to which the form of `confirmPage` is sent. */
export const confirmPath = '/embedded/v1/social/confirm'

/** The pages' only style and script: their hashes are in the pages' policy. */
export const windowStyle = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:26rem;margin:12vh auto;padding:0 20px}
h1{font-size:1.4rem;line-height:1.3}
b{overflow-wrap:anywhere}
.number{font-size:3rem;font-weight:600;letter-spacing:.1em;margin:.5rem 0}
form{display:flex;gap:12px;margin:24px 0}
button{flex:1;min-height:48px;font:inherit;border-radius:12px;border:1px solid;background:none;cursor:pointer}
button[value=continue]{background:#0067c0;border-color:#0067c0;color:#fff;font-weight:600}`

/**
 * Closes the window once it has nothing left to show. The frame that has opened it has removed its opener, which a window does
 * not need to close itself; a window that no script has opened stays, with the text.
 */
export const windowScript = 'window.close()'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** Text for HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (found) => entities[found] ?? '')
const strong = (text: string): string => `<b><bdi>${escapeHtml(text)}</bdi></b>`

/**
 * A document of the embedded wallet's server.
 * @param body HTML; every text of others in it is escaped.
 */
export const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${windowStyle}</style></head><body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`

/** A page with one sentence, such as why a login does not go on. */
export const messagePage = (title: string, text: string): string => page(title, `<p>${escapeHtml(text)}</p>`)

/** @param provider name for users. */
function confirmPage(attempt: SocialAttempt, provider: string): string {
  const { site, number, idHash, userId, account } = attempt
  const name = strong(account?.name ?? '')
  const [title, text] =
    userId === undefined
      ? ['Log in to your wallet?', `The ${escapeHtml(provider)} account ${name} opens your wallet on`]
      : [
          `Add this ${provider} account?`,
          `The ${escapeHtml(provider)} account ${name} will open your wallet on`,
        ]
  return page(
    title,
    `<p>${text} ${strong(site)}.</p>
<p>Continue only if ${strong(site)} shows this number:</p><p class="number">${escapeHtml(number)}</p>
<form method="post" action="${confirmPath}"><input type="hidden" name="attempt" value="${escapeHtml(idHash)}"><button name="answer" value="continue">Continue</button><button name="answer" value="cancel">Cancel</button></form>
<p>If another person sent you to this page, choose Cancel: your account would be used in that person's browser.</p>`,
  )
}

const failureTexts = {
  rejected: (provider: string) => `${provider} has refused the login. Nothing has changed.`,
  unavailable: (provider: string) => `${provider} does not answer. Nothing has changed; try again later.`,
  invalid: (provider: string) => `The answer of ${provider} could not be verified. Nothing has changed.`,
}

const done = (title: string, text: string): string =>
  page(title, `<p>${escapeHtml(text)} You can close this window.</p><script>${windowScript}</script>`)

/** The page of an attempt that has returned from its provider. */
export function attemptPage(attempt: SocialAttempt, provider: string): string {
  switch (attempt.state) {
    case 'identified':
      return confirmPage(attempt, provider)
    case 'confirmed':
    case 'completed':
      return done('Continue on the site', `${attempt.site} has your answer.`)
    case 'cancelled':
      return done('Cancelled', 'Nothing has changed.')
    case 'failed':
      return messagePage('The login failed', failureTexts[attempt.failure ?? 'invalid'](provider))
    default:
      return messagePage('One moment', `${provider} is being asked about your account. Reload this page.`)
  }
}
