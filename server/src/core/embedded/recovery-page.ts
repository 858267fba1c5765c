import { recoveryCancelPath } from '../../../../shared/api/embedded-recovery.ts'
import { escapeHtml, messagePage, page } from './oauth/window-pages.ts'
import type { Recoveries } from './recoveries.ts'

type PageResponse = { readonly status: 200 | 404; readonly html: string }

const isToken = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

const overPage = (): PageResponse => ({
  status: 404,
  html: messagePage(
    'This link is no longer valid',
    'The recovery was cancelled, is completed, or has expired. Open your wallet to see its state.',
  ),
})

/** The page of the link that cancels a recovery. Programs that scan e-mail follow links: only its button cancels. */
export const createRecoveryPage = ({ findByToken, cancelByToken }: Recoveries) => ({
  /** The page with the button; changes nothing. */
  show: async (token: string): Promise<PageResponse> => {
    const found = isToken(token) ? await findByToken(token) : undefined
    if (found === undefined) return overPage()
    return {
      status: 200,
      html: page(
        'Cancel the recovery of your wallet?',
        `<p>It was requested on ${escapeHtml(new Date(found.requestedAtMs).toUTCString())}, from <b><bdi>${escapeHtml(found.deviceName)}</bdi></b>. That device then does not get your wallet.</p>
<form method="post" action="${recoveryCancelPath}"><input type="hidden" name="token" value="${escapeHtml(token)}"><button name="answer" value="continue">Cancel the recovery</button></form>
<p>If you did not request it, another person can read your e-mail: change the password of your e-mail account too.</p>`,
      ),
    }
  },
  /** Cancels. */
  cancel: async (token: string, client: string): Promise<PageResponse> =>
    isToken(token) && (await cancelByToken(token, client))
      ? { status: 200, html: messagePage('The recovery is cancelled', 'Your wallet stays where it is.') }
      : overPage(),
})

export type RecoveryPage = ReturnType<typeof createRecoveryPage>
