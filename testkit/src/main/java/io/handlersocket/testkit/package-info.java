// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * A real MariaDB with the HandlerSocket plugin for tests, wherever they run, and a fake one that misbehaves on demand.
 * Knows nothing of the client under test.
 */
@NullMarked
package io.handlersocket.testkit;

import org.jspecify.annotations.NullMarked;
