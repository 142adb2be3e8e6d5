use super::*;
use crate::render::DrawnBody;
use fyrox::{
    asset::untyped::ResourceKind,
    core::{
        algebra::{UnitQuaternion, Vector3},
        color::Color,
        math::TriangleDefinition,
        uuid::Uuid,
    },
    graph::NodeMapping,
    material::{Material, MaterialResource},
    resource::model::Model,
    scene::{
        base::BaseBuilder,
        mesh::{
            buffer::{TriangleBuffer, VertexBuffer},
            surface::{SurfaceBuilder, SurfaceResource},
            vertex::{AnimatedVertex, SimpleVertex},
            MeshBuilder, RenderPath,
        },
        pivot::PivotBuilder,
        transform::TransformBuilder,
        Scene,
    },
};

pub(in crate::render) fn model_of(scene: Scene) -> ModelResource {
    let model = Model::new(NodeMapping::UseHandles, scene);
    ModelResource::new_ok(Uuid::new_v4(), ResourceKind::Embedded, model)
}

fn model_with(data: SurfaceData, transform: TransformBuilder) -> ModelResource {
    let mut scene = Scene::new();
    let mut material = Material::standard();
    material.set_property("diffuseColor", Color::RED);
    let base = BaseBuilder::new()
        .with_name("Fin")
        .with_local_transform(transform.build());
    MeshBuilder::new(base)
        .with_surfaces(vec![SurfaceBuilder::new(SurfaceResource::new_embedded(
            data,
        ))
        .with_material(MaterialResource::new_embedded(material))
        .build()])
        .with_render_path(RenderPath::Forward)
        .build(&mut scene.graph);
    model_of(scene)
}

fn cone() -> SurfaceData {
    // The tip of the cone is at +Y.
    SurfaceData::make_cone(8, 0.5, 2.0, &Matrix4::identity())
}

#[test]
fn a_model_keeps_its_scale_and_looks_forward() {
    let transform = TransformBuilder::new().with_local_scale(Vector3::repeat(0.5));
    let model = model_with(cone(), transform);
    let parts = collect_parts(&model, ForwardAxis::PlusY).unwrap();
    assert_eq!(parts.len(), 1);
    assert_eq!(parts[0].render_path, RenderPath::Forward);
    let highest = parts[0].mesh.vertices.iter().map(|v| v.position.z);
    assert!((highest.fold(f32::MIN, f32::max) - 1.0).abs() < 1e-5);
    let body = DrawnBody::from_model(&model, ForwardAxis::PlusY).unwrap();
    assert!((body.length() - 1.0).abs() < 1e-5);
}

#[test]
fn transforms_of_parents_count() {
    let mut scene = Scene::new();
    let mesh = MeshBuilder::new(BaseBuilder::new())
        .with_surfaces(vec![SurfaceBuilder::new(SurfaceResource::new_embedded(
            cone(),
        ))
        .build()])
        .build(&mut scene.graph);
    let turn = UnitQuaternion::from_axis_angle(&Vector3::x_axis(), std::f32::consts::FRAC_PI_2);
    let base = BaseBuilder::new()
        .with_local_transform(TransformBuilder::new().with_local_rotation(turn).build())
        .with_child(mesh);
    PivotBuilder::new(base).build(&mut scene.graph);
    let parts = collect_parts(&model_of(scene), ForwardAxis::PlusZ).unwrap();
    let nose = parts[0].mesh.vertices.iter().map(|v| v.position.z);
    assert!((nose.fold(f32::MIN, f32::max) - 2.0).abs() < 1e-5);
}

#[test]
fn normals_and_winding_agree_even_when_mirrored() {
    for scale in [Vector3::new(1.0, 2.0, 3.0), Vector3::new(-1.0, 2.0, 3.0)] {
        let cube = SurfaceData::make_cube(Matrix4::identity());
        let model = model_with(cube, TransformBuilder::new().with_local_scale(scale));
        let parts = collect_parts(&model, ForwardAxis::MinusX).unwrap();
        for triangle in &parts[0].mesh.triangles {
            let [a, b, c] = triangle.map(|index| parts[0].mesh.vertices[index as usize]);
            let facing = (b.position - a.position).cross(&(c.position - a.position));
            assert!(facing.dot(&a.normal) > 0.0);
            assert!((a.tangent.xyz().norm() - 1.0).abs() < 1e-5);
        }
    }
}

#[test]
fn a_model_that_failed_to_load_is_an_error() {
    let model = ModelResource::new_load_error(
        ResourceKind::External,
        "missing.fbx".into(),
        Default::default(),
    );
    let error = DrawnBody::from_model(&model, ForwardAxis::PlusZ).unwrap_err();
    let missing = |path: &str| path == "missing.fbx";
    assert!(matches!(error, BodyError::Broken { path, .. } if missing(&path)));
}

#[test]
fn a_model_without_a_visible_mesh_is_an_error() {
    let model = model_of(Scene::new());
    let error = DrawnBody::from_model(&model, ForwardAxis::PlusZ).unwrap_err();
    assert_eq!(error, BodyError::Empty);

    let mut scene = Scene::new();
    MeshBuilder::new(BaseBuilder::new().with_visibility(false))
        .with_surfaces(vec![SurfaceBuilder::new(SurfaceResource::new_embedded(
            cone(),
        ))
        .build()])
        .build(&mut scene.graph);
    let error = DrawnBody::from_model(&model_of(scene), ForwardAxis::PlusZ).unwrap_err();
    assert_eq!(error, BodyError::Empty);
}

#[test]
fn vertices_without_normals_get_those_of_their_triangles() {
    let corners = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)];
    let vertices = corners.map(|(x, y)| SimpleVertex {
        position: Vector3::new(x, y, 0.0),
    });
    let vertices = VertexBuffer::new(3, vertices.to_vec()).unwrap();
    let triangles = TriangleBuffer::new(vec![TriangleDefinition([0, 1, 2])]);
    let data = SurfaceData::new(vertices, triangles);
    let model = model_with(data, TransformBuilder::new());
    let parts = collect_parts(&model, ForwardAxis::PlusZ).unwrap();
    for vertex in &parts[0].mesh.vertices {
        assert!((vertex.normal - Vector3::z()).norm() < 1e-6);
    }
}

#[test]
fn numbers_that_cannot_be_drawn_are_errors() {
    let is_invalid = |error: BodyError| match error {
        BodyError::InvalidGeometry { mesh, reason } => mesh == "Fin" && reason.contains("scale"),
        _ => false,
    };
    let flat = TransformBuilder::new().with_local_scale(Vector3::new(1.0, 0.0, 1.0));
    let error = DrawnBody::from_model(&model_with(cone(), flat), ForwardAxis::PlusZ).unwrap_err();
    assert!(is_invalid(error));

    let nowhere = TransformBuilder::new().with_local_position(Vector3::new(f32::NAN, 0.0, 0.0));
    let error =
        DrawnBody::from_model(&model_with(cone(), nowhere), ForwardAxis::PlusZ).unwrap_err();
    assert!(is_invalid(error));

    let mut broken = cone();
    let count = broken.vertex_buffer.vertex_count();
    broken
        .geometry_buffer
        .modify()
        .push(TriangleDefinition([0, 1, count]));
    let model = model_with(broken, TransformBuilder::new());
    let error = DrawnBody::from_model(&model, ForwardAxis::PlusZ).unwrap_err();
    assert!(matches!(error, BodyError::InvalidIndex { .. }), "{error}");
}

#[test]
fn skinned_meshes_keep_the_pose_of_the_file() {
    let mut scene = Scene::new();
    let moved = TransformBuilder::new().with_local_position(Vector3::new(0.0, 0.0, 7.0));
    let bind = Matrix4::new_translation(&Vector3::new(0.0, 0.0, -5.0));
    let bone = BaseBuilder::new()
        .with_local_transform(moved.build())
        .with_inv_bind_pose_transform(bind);
    let bone = PivotBuilder::new(bone).build(&mut scene.graph);
    let vertex = |x, y, bone| AnimatedVertex {
        position: Vector3::new(x, y, 0.0),
        normal: Vector3::z(),
        bone_weights: [1.0, 0.0, 0.0, 0.0],
        bone_indices: [bone, 0, 0, 0],
        ..Default::default()
    };
    let surface = |number| {
        let vertices = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)].map(|(x, y)| vertex(x, y, number));
        let vertices = VertexBuffer::new(3, vertices.to_vec()).unwrap();
        let triangles = TriangleBuffer::new(vec![TriangleDefinition([0, 1, 2])]);
        let data = SurfaceResource::new_embedded(SurfaceData::new(vertices, triangles));
        SurfaceBuilder::new(data).with_bones(vec![bone.to_base()])
    };
    let mesh = MeshBuilder::new(BaseBuilder::new().with_name("Fin"))
        .with_surfaces(vec![surface(0).build()])
        .build(&mut scene.graph);
    let parts = parts_of_graph(&scene.graph, ForwardAxis::PlusZ).unwrap();
    for vertex in &parts[0].mesh.vertices {
        assert!((vertex.position.z - 2.0).abs() < 1e-5);
    }

    scene.graph[mesh].set_surfaces(vec![surface(1).build()]);
    let error = parts_of_graph(&scene.graph, ForwardAxis::PlusZ).unwrap_err();
    assert!(matches!(error, BodyError::InvalidIndex { .. }), "{error}");
}
