/** The service of docs/tutorial.md: its snippets are the code of this package. */
@NullMarked
package io.handlersocket.spring.tutorial;

import org.jspecify.annotations.NullMarked;
