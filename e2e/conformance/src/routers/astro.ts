/** The router of Astro's `<ClientRouter />`, for clicks on links of this site. */
import { navigate } from 'astro/virtual-modules/transitions-router.js'

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.origin !== location.origin) return
  event.preventDefault()
  void navigate(link.href, { sourceElement: link })
})
