/** The application of the README and docs/repositories.md: their snippets are the code of this package. */
@NullMarked
package io.handlersocket.spring.readme;

import org.jspecify.annotations.NullMarked;
