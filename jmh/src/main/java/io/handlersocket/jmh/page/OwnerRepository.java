// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.page;

import io.handlersocket.spring.FastLookup;
import org.springframework.data.jpa.repository.JpaRepository;

/** Annotated; without the starter's client the annotation has no effect. */
@FastLookup
interface OwnerRepository extends JpaRepository<Owner, Integer> {}
