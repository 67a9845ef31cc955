// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.entities;

import io.handlersocket.spring.adoption.Gamer;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.persistence.autoconfigure.EntityScan;

/** The mapping of the adoption application with annotated methods. */
@SpringBootApplication
@EntityScan(basePackageClasses = Gamer.class)
class EntitiesApplication {}
