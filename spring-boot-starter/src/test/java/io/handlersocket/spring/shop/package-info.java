// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** A small shop as somebody else would have written it: nothing in it was written for its lookups but the annotations. */
@NullMarked
package io.handlersocket.spring.shop;

import org.jspecify.annotations.NullMarked;
