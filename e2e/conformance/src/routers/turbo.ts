/** The router of Hotwire as its package starts it: by its import alone. */
import '@hotwired/turbo'
