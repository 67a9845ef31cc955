// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.adoption;

import org.springframework.data.repository.CrudRepository;

/** Of an entity that is not fast. */
public interface Medals extends CrudRepository<Medal, Long> {}
