/** What the peers use of `oidc-provider`, which has no types of its own. */
declare module 'oidc-provider/lib/provider.js' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }
  interface Context {
    readonly oidc: {
      readonly route: string
      readonly client: { readonly clientId: string }
      readonly session: { readonly accountId: string | undefined }
    }
  }
  /** Responds to an authorization request, with these parameters at that URL. */
  type ResponseMode = (context: Context, action: string, fields: Readonly<Record<string, string>>) => void
  export class Provider {
    constructor(issuer: string, configuration: object)
    readonly Grant: new (of: {
      accountId: string | undefined
      clientId: string
    }) => Grant
    readonly Client: { readonly prototype: object }
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
    registerResponseMode(name: string, handler: ResponseMode): void
  }
  export type { Context, ResponseMode }
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  export function createMemoryAdapter(clockTolerance: number): (model: string) => object
}

declare module 'oidc-provider/lib/response_modes/form_post.js' {
  import type { ResponseMode } from 'oidc-provider/lib/provider.js'

  const formPost: ResponseMode
  export default formPost
}
