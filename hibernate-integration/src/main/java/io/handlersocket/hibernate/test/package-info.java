// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Assertions for tests of applications about the route of their loads. Needs no test library. */
@NullMarked
package io.handlersocket.hibernate.test;

import org.jspecify.annotations.NullMarked;
