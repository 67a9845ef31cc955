// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** For the tests of applications: asserts which way their entities are loaded. Needs no test library. */
@NullMarked
package io.handlersocket.hibernate.test;

import org.jspecify.annotations.NullMarked;
