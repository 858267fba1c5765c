import { deletionLinkPath } from '../../../../shared/api/embedded-deletion.ts'
import { recoveryCancelPath } from '../../../../shared/api/embedded-recovery.ts'
import type { Deletions } from './deletions.ts'
import { escapeHtml, messagePage, page } from './oauth/window-pages.ts'
import type { Recoveries } from './recoveries.ts'

type PageResponse = { readonly status: 200 | 404; readonly html: string }

/** A request that a link cancels. */
type LinkedRequest = { readonly requestedAtMs: number; readonly deviceName: string }

type PageParts = {
  readonly path: string
  /** The request of a link; undefined if it is over. */
  readonly findByToken: (token: string) => Promise<LinkedRequest | undefined>
  /** Cancels the request of a link; false if it is over. */
  readonly cancelByToken: (token: string, client: string) => Promise<boolean>
  readonly texts: {
    readonly question: string
    /** What the cancellation prevents. */
    readonly effect: string
    readonly button: string
    readonly cancelled: string
    readonly cancelledText: string
    /** Why the link may be over. */
    readonly over: string
  }
}

const isToken = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

/**
 * The page of a link that cancels a request. Programs that scan e-mail follow links: only its button cancels.
 */
function createCancelPage({ path, findByToken, cancelByToken, texts }: PageParts) {
  const overPage = (): PageResponse => ({
    status: 404,
    html: messagePage('This link is no longer valid', texts.over),
  })

  return {
    path,
    /** The page with the button; changes nothing. */
    show: async (token: string): Promise<PageResponse> => {
      const found = isToken(token) ? await findByToken(token) : undefined
      if (found === undefined) return overPage()
      return {
        status: 200,
        html: page(
          texts.question,
          `<p>It was requested on ${escapeHtml(new Date(found.requestedAtMs).toUTCString())}, from <b><bdi>${escapeHtml(found.deviceName)}</bdi></b>. ${escapeHtml(texts.effect)}</p>
<form method="post" action="${path}"><input type="hidden" name="token" value="${escapeHtml(token)}"><button name="answer" value="continue">${escapeHtml(texts.button)}</button></form>
<p>If you did not request it, another person can read your e-mail: change the password of your e-mail account too.</p>`,
        ),
      }
    },
    /** Cancels. */
    cancel: async (token: string, client: string): Promise<PageResponse> =>
      isToken(token) && (await cancelByToken(token, client))
        ? { status: 200, html: messagePage(texts.cancelled, texts.cancelledText) }
        : overPage(),
  }
}

export type CancelPage = ReturnType<typeof createCancelPage>

/** The page of the link that cancels a recovery. */
export const createRecoveryPage = ({ findByToken, cancelByToken }: Recoveries): CancelPage =>
  createCancelPage({
    ...{ path: recoveryCancelPath, findByToken, cancelByToken },
    texts: {
      question: 'Cancel the recovery of your wallet?',
      effect: 'That device then does not get your wallet.',
      button: 'Cancel the recovery',
      cancelled: 'The recovery is cancelled',
      cancelledText: 'Your wallet stays where it is.',
      over: 'The recovery was cancelled, is completed, or has expired. Open your wallet to see its state.',
    },
  })

/** The page of the link that cancels a deletion without the wallet's keys. */
export const createDeletionPage = ({ findByToken, cancelByToken }: Deletions): CancelPage =>
  createCancelPage({
    ...{ path: deletionLinkPath, findByToken, cancelByToken },
    texts: {
      question: 'Cancel the deletion of your wallet’s account?',
      effect: 'Your account then stays as it is.',
      button: 'Cancel the deletion',
      cancelled: 'The deletion is cancelled',
      cancelledText: 'Your account stays as it is.',
      over: 'The deletion was cancelled or carried out, or the request has expired. Log in to see the state of your account.',
    },
  })
