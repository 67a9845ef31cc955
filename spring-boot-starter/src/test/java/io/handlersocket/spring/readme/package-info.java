/** The README's application: its snippets are the code of this package. */
@NullMarked
package io.handlersocket.spring.readme;

import org.jspecify.annotations.NullMarked;
