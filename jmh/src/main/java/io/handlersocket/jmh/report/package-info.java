/** Results as JSON, a Markdown table and charts. */
@NullMarked
package io.handlersocket.jmh.report;

import org.jspecify.annotations.NullMarked;
